"""`python -m turnproc` is `turnproc`."""

from turnproc.cli.entry import main

if __name__ == "__main__":
    main()
