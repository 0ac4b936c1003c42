let context: AudioContext | null = null

/** Plays two short tones. Browsers allow sound only after the user has pressed something on the page. */
export const chime = (): void => {
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  const start = context.currentTime
  for (const [at, hertz] of [
    [0, 880],
    [0.16, 1174],
  ] as const) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0.0001, start + at)
    volume.gain.exponentialRampToValueAtTime(0.25, start + at + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + at + 0.14)
    tone.connect(volume).connect(context.destination)
    tone.start(start + at)
    tone.stop(start + at + 0.15)
  }
}
