"""A bare chat-completions server for benchmarks: one fixed answer after a fixed latency."""

from __future__ import annotations

import asyncio
import json
import sys


def entry(value: int) -> dict[str, object]:
    """Return one criterion's part of the answer."""
    quote = {"quote": "the finding", "source": "response"}
    return {"value": value, "reason": "It follows from the finding named.", "evidence": [quote]}


VERDICTS = json.dumps(
    {
        "consistency": entry(5),
        "coherence": entry(4),
        "visual_accuracy": entry(3),
        "correctness": entry(2),
    }
)
BODY = json.dumps(
    {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "bench",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": VERDICTS},
                "finish_reason": "stop",
            }
        ],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 150, "total_tokens": 1150},
    }
).encode()
ANSWER = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
    + str(len(BODY)).encode()
    + b"\r\n\r\n"
    + BODY
)


async def serve(latency_s: float) -> None:
    """Answer every request after `latency_s`; print the port once listening."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                lines = head.lower().split(b"\r\n")
                length = next(line for line in lines if line.startswith(b"content-length:"))
                await reader.readexactly(int(length.split(b":")[1]))
                await asyncio.sleep(latency_s)
                writer.write(ANSWER)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0, limit=1 << 20)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(float(sys.argv[1])))
