from turnproc.source.pointer import get, join, parent, split

DATA = {"orders": [{"move": 2}, {"a/b": {"~": "here"}}], "3": "three"}


def test_the_whole_document_is_the_empty_pointer() -> None:
    assert join([]) == ""
    assert split("") == ()
    assert parent("") == ""
    assert get(DATA, "") is DATA


def test_keys_and_indices_are_joined() -> None:
    assert join(["orders", 3, "path"]) == "/orders/3/path"


def test_slashes_and_tildes_in_keys_are_escaped() -> None:
    assert join(["orders", 1, "a/b", "~"]) == "/orders/1/a~1b/~0"
    assert split("/orders/1/a~1b/~0") == ("orders", "1", "a/b", "~")
    assert get(DATA, "/orders/1/a~1b/~0") == "here"


def test_a_tilde_before_a_one_survives() -> None:
    assert split(join(["~1"])) == ("~1",)


def test_an_empty_key_is_a_key() -> None:
    assert join([""]) == "/"
    assert split("/") == ("",)
    assert get({"": 5}, "/") == 5


def test_the_parent_is_the_container() -> None:
    assert parent("/orders/3/path") == "/orders/3"
    assert parent("/orders") == ""


def test_digits_are_an_index_in_a_list_and_a_key_in_a_mapping() -> None:
    assert get(DATA, "/orders/0/move") == 2
    assert get(DATA, "/3") == "three"


def test_what_leads_nowhere_gives_the_default() -> None:
    assert get(DATA, "/orders/7") is None
    assert get(DATA, "/orders/-1", "none") == "none"
    assert get(DATA, "/orders/²", "none") == "none"
    assert get(DATA, "/orders/0/move/deeper", "none") == "none"
