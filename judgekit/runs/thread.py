"""Run a coroutine from anywhere: on a private thread with its own loop, no loop is patched."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

_Result = TypeVar("_Result")


def run_in_thread(coroutine: Coroutine[Any, Any, _Result]) -> _Result:
    """Run `coroutine` to its end on a new thread and return its result.

    Works in scripts, notebooks, threads and inside a running event loop (which waits meanwhile).
    On Ctrl-C the coroutine is cancelled, its clean-up is waited for, and its result or error is
    handed on; KeyboardInterrupt is raised where it gives neither.
    """
    future: Future[_Result] = Future()
    started = threading.Event()
    loops: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[_Result]]] = []

    async def supervised() -> _Result:
        task = asyncio.ensure_future(coroutine)
        loops.append((asyncio.get_running_loop(), task))
        started.set()
        return await task

    def work() -> None:
        try:
            future.set_result(asyncio.run(supervised()))
        except BaseException as error:
            future.set_exception(error)
        finally:
            started.set()

    thread = threading.Thread(target=work, name="judgekit", daemon=True)
    thread.start()
    try:
        return future.result()
    except KeyboardInterrupt:
        started.wait()
        for loop, task in loops:
            loop.call_soon_threadsafe(task.cancel)
        try:
            return future.result()
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None
    finally:
        thread.join()
