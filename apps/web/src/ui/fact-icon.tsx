const paths = {
  clock: 'M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15M12 8v4.25l2.75 1.75',
  guided:
    'M5 17.5V7.25A1.75 1.75 0 0 1 6.75 5.5h10.5A1.75 1.75 0 0 1 19 7.25v6A1.75 1.75 0 0 1 17.25 15H8.5zM9 10.25h.01M12 10.25h.01M15 10.25h.01',
  speaker: 'M4.5 9.75v4.5h3L12 18V6L7.5 9.75zM15 9.5a3.5 3.5 0 0 1 0 5M17.25 7a7 7 0 0 1 0 10',
  noSpeaker: 'M4.5 9.75v4.5h3L12 18V6L7.5 9.75zM15.5 10l4.5 4.5M20 10l-4.5 4.5',
  microphone: 'M12 4.5a2.5 2.5 0 0 0-2.5 2.5v4.5a2.5 2.5 0 0 0 5 0V7A2.5 2.5 0 0 0 12 4.5M6.5 11.5a5.5 5.5 0 0 0 11 0M12 17v3',
  noMicrophone: 'M14.5 8.5V7a2.5 2.5 0 0 0-5 0v4.5a2.5 2.5 0 0 0 3.5 2.3M6.5 11.5a5.5 5.5 0 0 0 8.5 4.6M12 17v3M5.5 5l13 14',
  languages: 'M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15M4.5 12h15M12 4.5c4.5 4.75 4.5 10.25 0 15-4.5-4.75-4.5-10.25 0-15',
  captions: 'M3.5 6h17v12h-17zM7 11h4.5M14 11h3M7 14.5h2.5M12 14.5h5',
  noCaptions: 'M3.5 6h17v12h-17zM4.5 19.5 19.5 4.5',
} as const;

/** The drawn icons of experiences. Apart from the other icons, which the first page loads. */
export function FactIcon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg viewBox="0 0 24 24" width="1.375em" height="1.375em" aria-hidden="true">
      <path d={paths[name]} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
