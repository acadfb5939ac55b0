const paths = {
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8 5.5v13M16 5.5v13',
  again: 'M5 12a7 7 0 1 0 2.2-5.1M7.5 3v4h4',
  close: 'M6 6l12 12M18 6 6 18',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  forward: 'M9.5 5.5 16 12l-6.5 6.5',
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
