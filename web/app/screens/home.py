"""Home: continue, play alone, rules, settings, and what the page has to say about itself."""

from __future__ import annotations

from htpy import Node

from web.app import texts
from web.app.components.home import home
from web.app.components.parts import Action, notice
from web.app.model import Model, Trouble
from web.app.page import Page
from web.app.screens import table_screen


def home_page(model: Model) -> Page:
    """The first screen; as ``Model()`` gives it, it stands in the page's own HTML."""
    ways = [Action(texts.PLAY_ALONE, "play-alone", note=texts.PLAY_ALONE_NOTE, icon="bot")]
    if model.table is not None:
        summary = table_screen(model.table).summary(model.table)
        if model.table.outcome is None:
            go_on = Action(texts.CONTINUE, "continue", note=summary, icon="play", kind="prime")
            ways.insert(0, go_on)
        else:
            ways.append(Action(texts.HOW_IT_ENDED, "continue", note=summary, icon="crown"))
    ways.append(_friends(model))
    more = [
        Action(texts.RULES, "rules", icon="book"),
        Action(texts.SETTINGS, "settings", icon="settings"),
    ]
    body = home(
        name=texts.NAME,
        line=texts.HOUSE_LINE,
        ways=ways,
        more=more,
        status=_status(model),
        ready=model.ready,
        notices=[_trouble(model), *_notices(model)],
    )
    return Page("home", body, title=texts.NAME, depth=0)


def _friends(model: Model) -> Action:
    """The way to a room, or back to the one this phone is in."""
    line = model.company.summary() if model.company is not None else ""
    if line:
        return Action(texts.BACK_TO_ROOM, "friends", note=line, icon="friends", kind="prime")
    note = texts.PLAY_FRIENDS_NOTE
    return Action(texts.PLAY_FRIENDS, "friends", note=note, icon="friends")


def _status(model: Model) -> str:
    if not model.ready:
        return texts.GETTING_READY
    return texts.READY_OFFLINE if model.device.offline_ready else texts.READY


def _trouble(model: Model) -> Node:
    if model.trouble is None:
        return None
    from web.app.components.dialogs import error_panel

    return error_panel(
        texts.UNREADABLE,
        kept=f"{model.trouble.reason} {texts.UNREADABLE_KEPT}",
        to_do=f"{_scores(model.trouble)}{texts.UNREADABLE_DO}",
        actions=[
            Action(texts.FORGET_IT, "forget-trouble"),
            Action(texts.COPY_REPORT, "copy-trouble"),
        ],
        report=model.trouble.text[:4000],
        report_label=texts.REPORT,
    )


def _scores(trouble: Trouble) -> str:
    return f"{texts.SCORES_WERE.format(scores=trouble.scores)} " if trouble.scores else ""


def _notices(model: Model) -> list[Node]:
    device, settings = model.device, model.settings
    bars: list[Node] = []
    if model.notice:
        bars.append(notice(model.notice, id="notice", dismiss=_cross("dismiss")))
    if model.storage:
        sentence = texts.STORAGE_FAILED.format(reason=model.storage)
        bars.append(notice(sentence, id="storage", tone="warn"))
    if device.update_ready:
        actions = [Action(texts.UPDATE_NOW, "update")]
        bars.append(notice(texts.UPDATE, id="update", actions=actions, icon_name="update"))
    if model.ready and not device.service_worker and not settings.plain_told:
        bars.append(notice(texts.PLAIN_ADDRESS, id="plain", dismiss=_cross("dismiss-plain")))
    bars.append(_install(model))
    return bars


def _install(model: Model) -> Node:
    device = model.device
    if not model.ready or device.standalone or model.settings.install_told:
        return None
    cross = _cross("dismiss-install")
    if device.installable:
        actions = [Action(texts.INSTALL_NOW, "install")]
        return notice(texts.INSTALL, id="install", actions=actions, dismiss=cross)
    if device.platform == "ios" and device.service_worker:
        return notice(texts.INSTALL_IOS, id="install", dismiss=cross)
    return None


def _cross(event: str) -> Action:
    return Action(texts.DISMISS, event, icon="close")
