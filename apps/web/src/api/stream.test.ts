import { describe, expect, test } from 'vitest'
import { createFrameReader, createStream, reconnectDelayMs, type StreamFrame, type StreamState } from './stream.ts'

describe('frames', () => {
  test('are parsed wherever the chunks are cut', () => {
    const text = ': hello\n\n:beat\n\nevent: board\nid: 12\ndata: {"a":\ndata: 1}\n\ndata:x\n\n'
    for (let size = 1; size < text.length; size += 1) {
      const read = createFrameReader()
      const frames: StreamFrame[] = []
      for (let at = 0; at < text.length; at += size) frames.push(...read(text.slice(at, at + size)))
      expect(frames).toEqual([
        { event: ':beat', id: null, data: '' },
        { event: 'board', id: '12', data: '{"a":\n1}' },
        { event: 'message', id: null, data: 'x' },
      ])
    }
  })

  test('carriage returns are line ends too', () => {
    expect(createFrameReader()('event: period\r\ndata: {}\r\n\r\n')).toEqual([
      { event: 'period', id: null, data: '{}' },
    ])
  })
})

test('waits grow, are capped, and half of each is random', () => {
  expect(reconnectDelayMs(0, 0)).toBe(250)
  expect(reconnectDelayMs(0, 1)).toBe(500)
  expect(reconnectDelayMs(3, 0.5)).toBe(3000)
  expect(reconnectDelayMs(50, 1)).toBe(10_000)
})

const body = (...chunks: string[]): Response =>
  new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      },
    }),
    { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } },
  )

const play = async (answers: readonly (() => Response | Promise<Response>)[]) => {
  const states: StreamState[] = []
  const frames: StreamFrame[] = []
  const asked: Record<string, string>[] = []
  let unauthorized = 0
  let turn = 0
  await new Promise<void>((resolve) => {
    const stream = createStream({
      open: async ({ headers }) => {
        asked.push(headers)
        const answer = answers[turn]
        turn += 1
        if (!answer) throw new TypeError('no network')
        return await answer()
      },
      onFrame: (frame) => frames.push(frame),
      onAlive: () => {},
      onState: (state) => {
        states.push(state)
        if (state === 'ended') resolve()
      },
      onUnauthorized: () => {
        unauthorized += 1
      },
      wait: async () => {
        if (turn > answers.length) stream.stop()
      },
      chance: () => 0,
    })
    stream.start()
  })
  return { states, frames, asked, unauthorized }
}

describe('the stream', () => {
  test('reconnects after a lost connection with the last id', async () => {
    const { asked, frames, states } = await play([
      () => body('id: 7\nevent: board\ndata: {}\n\n'),
      () => Promise.reject(new TypeError('no network')),
      () => body('id: 9\nevent: session-ended\ndata: {"reason":"expired"}\n\n'),
    ])
    expect(asked.map((headers) => headers['Last-Event-ID'])).toEqual([undefined, '7', '7'])
    expect(frames.map((frame) => frame.event)).toEqual(['board', 'session-ended'])
    expect(states).toEqual(['connecting', 'live', 'down', 'connecting', 'down', 'connecting', 'live', 'ended'])
  })

  test('an answer that is no stream is a refusal, and the stream never opens', async () => {
    const { frames, states } = await play([
      () => Response.json({ code: 50301, data: null, message: '系统维护中', isSuccess: false }),
      () => body('event: session-ended\ndata: {"reason":"expired"}\n\n'),
    ])
    expect(frames).toHaveLength(1)
    expect(states).toEqual(['connecting', 'down', 'connecting', 'live', 'ended'])
  })

  test('401 ends it for good', async () => {
    const { asked, unauthorized } = await play([() => new Response(null, { status: 401 })])
    expect(asked).toHaveLength(1)
    await Promise.resolve()
    expect(unauthorized).toBe(1)
  })
})
