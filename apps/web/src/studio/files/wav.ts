/** A WAV file with one channel and 16 bits, of samples from -1 to 1 (RIFF; Multimedia Programming Interface and Data Specifications 1.0). */
export function wavFile(samples: Float32Array, sampleRate: number): Blob {
  const [width, header] = [2, 44];
  const view = new DataView(new ArrayBuffer(header + width * samples.length));
  const word = (at: number, text: string) => {
    for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i));
  };
  word(0, 'RIFF');
  view.setUint32(4, view.byteLength - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * width, true);
  view.setUint16(32, width, true);
  view.setUint16(34, 8 * width, true);
  word(36, 'data');
  view.setUint32(40, width * samples.length, true);
  for (let i = 0; i < samples.length; i++)
    view.setInt16(header + width * i, Math.round(Math.max(-1, Math.min(1, samples[i] ?? 0)) * 32_767), true);
  return new Blob([view], { type: 'audio/wav' });
}
