"""The messages of the engine: what can be wrong with any file of any campaign.

Y: the text is no YAML that we read. S: it does not have the form that its schema asks for. N: a name. C: the file does
not fit into its campaign. P: a pull request changes what it may not. Rulesets add their own under the ids of their
rules; `actions` puts both into a `Catalogue`. The tables are grouped in modules beside this one; codes are never
used again for something else.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from turnproc.diagnostics.catalogue import N_
from turnproc.diagnostics.codes_campaign import CAMPAIGN_MESSAGES
from turnproc.diagnostics.codes_dice import DICE_MESSAGES
from turnproc.diagnostics.codes_form import FORM_MESSAGES
from turnproc.diagnostics.codes_maps import MAP_MESSAGES
from turnproc.diagnostics.codes_orders import ORDERS_MESSAGES
from turnproc.diagnostics.codes_parcels import PARCEL_MESSAGES
from turnproc.diagnostics.codes_pull_requests import PULL_REQUEST_MESSAGES
from turnproc.diagnostics.codes_revisions import REVISION_MESSAGES
from turnproc.diagnostics.codes_sealed import SEALED_MESSAGES
from turnproc.diagnostics.codes_signup import SIGNUP_MESSAGES
from turnproc.diagnostics.codes_text import TEXT_MESSAGES
from turnproc.diagnostics.codes_time import TIME_MESSAGES
from turnproc.diagnostics.codes_yaml import YAML_MESSAGES
from turnproc.diagnostics.model import Message

__all__ = ["MESSAGES", "N_"]

MESSAGES: Final[Mapping[str, Message]] = MappingProxyType(
    {
        **TEXT_MESSAGES,
        **YAML_MESSAGES,
        **FORM_MESSAGES,
        **CAMPAIGN_MESSAGES,
        **DICE_MESSAGES,
        **MAP_MESSAGES,
        **ORDERS_MESSAGES,
        **SEALED_MESSAGES,
        **PULL_REQUEST_MESSAGES,
        **TIME_MESSAGES,
        **PARCEL_MESSAGES,
        **SIGNUP_MESSAGES,
        **REVISION_MESSAGES,
    }
)
