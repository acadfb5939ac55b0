const paths = {
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8 5.5v13M16 5.5v13',
  again: 'M5 12a7 7 0 1 0 2.2-5.1M7.5 3v4h4',
  close: 'M6 6l12 12M18 6 6 18',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  forward: 'M9.5 5.5 16 12l-6.5 6.5',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11',
  soundOff: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  captions: 'M3.5 6h17v12h-17zM7 11h4.5M14 11h3M7 14.5h2.5M12 14.5h5',
  captionsOff: 'M3.5 6h17v12h-17zM4 19.5 20 4.5',
  microphone:
    'M12 3.5a2.75 2.75 0 0 1 2.75 2.75v5a2.75 2.75 0 0 1-5.5 0v-5A2.75 2.75 0 0 1 12 3.5zM6 11a6 6 0 0 0 12 0M12 17v3.5',
  microphoneOff:
    'M12 3.5a2.75 2.75 0 0 1 2.75 2.75v5a2.75 2.75 0 0 1-5.5 0v-5A2.75 2.75 0 0 1 12 3.5zM6 11a6 6 0 0 0 12 0M12 17v3.5M4 4.5l16 15',
} as const;

/** A small drawn icon; the button around it has the label. */
export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg viewBox="0 0 24 24" width="1.375em" height="1.375em" aria-hidden="true">
      <path
        d={paths[name]}
        fill={name === 'play' ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={name === 'pause' ? 3 : 1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
