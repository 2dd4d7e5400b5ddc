"""Turns told outside the repository: posts on Discord, Telegram, GitHub and forums, and the one client for the web.

A module for each service knows its limits, its answers and the variables it is set up with; `client` alone speaks HTTP.
Nothing here reads a campaign: `turnproc.actions.posting` says what is posted.
"""
