"""The browser table: files made by `npm run build` in web/, served as they are."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import FileResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from tabbytop.server.errors import problem

FOREVER = "public, max-age=31536000, immutable"  # the name of an asset changes with what is in it
ANEW = "no-cache"  # asked for again each time, since it names the assets
UNBUILT = "The browser table is not built here. From a checkout, ./play builds it; the wheel carries it.\n"


def folder() -> Path:
    return Path(str(resources.files("tabbytop"))) / "web"


class _Assets(StaticFiles):
    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["cache-control"] = FOREVER
        return response


pages = APIRouter(include_in_schema=False)


@pages.get("/")
@pages.get("/t/{table}")
@pages.get("/rules/{game}")
@pages.get("/replay/{table}")
async def page() -> Response:
    """Every page is the same file: what it shows depends on its address."""
    return _file("index.html")


@pages.get("/apple-touch-icon.png")
@pages.get("/icon-192.png")
@pages.get("/icon-512.png")
@pages.get("/icon-maskable.png")
@pages.get("/icon.svg")
@pages.get("/manifest.webmanifest")
@pages.get("/offline.html")
@pages.get("/sw.js")
async def beside(request: Request) -> Response:
    """What browsers look for by a fixed name."""
    return _file(request.url.path.removeprefix("/"))


async def _nowhere(request: Request, error: Exception) -> Response:
    """An address that nobody knows: people get the page, which tells them so; programs, a sentence."""
    assert isinstance(error, HTTPException)
    lost = error.status_code == 404
    if lost and request.method == "GET" and not request.url.path.startswith(("/api/", "/assets/")):
        return _file("index.html", 404)
    return problem("no_page" if lost else "bad_request", error.detail, error.status_code, error.headers)


def _file(name: str, status: int = 200) -> Response:
    file = folder() / name
    return FileResponse(file, status, {"cache-control": ANEW}) if file.exists() else PlainTextResponse(UNBUILT, 503)


def add_pages(app: FastAPI) -> None:
    app.include_router(pages)
    app.add_exception_handler(HTTPException, _nowhere)
    app.mount("/assets", _Assets(directory=folder() / "assets", check_dir=False))
