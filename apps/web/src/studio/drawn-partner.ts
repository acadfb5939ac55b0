/** A moving picture that stands for the other person in a rehearsal: head and shoulders in our colours, breathing. */
export function drawPartner(): { readonly stream: MediaStream; readonly stop: () => void } {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [640, 480];
  const pen = canvas.getContext('2d');
  const draw = () => {
    if (!pen) return;
    // A breath in ten seconds.
    const breath = Math.sin((performance.now() / 10_000) * 2 * Math.PI);
    const fill = (colour: string, x: number, y: number, wide: number, high: number) => {
      pen.fillStyle = colour;
      pen.beginPath();
      pen.ellipse(x, y, wide, high, 0, 0, 2 * Math.PI);
      pen.fill();
    };
    pen.fillStyle = '#efe6d9';
    pen.fillRect(0, 0, 640, 480);
    fill('#94452b', 320, 540 - 6 * breath, 215 + 4 * breath, 175);
    fill('#c8714c', 320, 340 - 4 * breath, 42, 60);
    fill('#5a3a2b', 320, 190 - 3 * breath, 100, 118);
    fill('#c8714c', 320, 212 - 3 * breath, 84, 104);
    for (const x of [290, 350]) {
      fill('#fffaf2', x, 200 - 3 * breath, 13, 8);
      fill('#2b211b', x, 200 - 3 * breath, 6, 7);
    }
  };
  draw();
  // Not with the frames of the screen: those stop while the page is hidden.
  const timer = setInterval(draw, 66);
  const stream = canvas.captureStream(15);
  return {
    stream,
    stop: () => {
      clearInterval(timer);
      for (const track of stream.getTracks()) track.stop();
    },
  };
}
