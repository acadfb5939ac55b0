import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/newsreader/wght.css';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';

/** A background tab paints nothing, and some browsers do not report that: start after this time at the latest, ms. */
const patience = 2_000;

/**
 * Starts the application after the first paint where there is something to paint: the user reads a prerendered page
 * while the rest loads.
 */
function afterPaint(begin: () => void): void {
  let begun = false;
  const once = () => {
    if (!begun) begin();
    begun = true;
  };
  new PerformanceObserver((seen) => {
    if (seen.getEntriesByName('first-contentful-paint').length > 0) once();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(once, patience);
}

/** Until the application runs, a chosen language is requested by its address. */
addEventListener('change', ({ target }) => {
  if (document.documentElement.dataset.alive || !(target instanceof HTMLSelectElement) || target.name !== 'language') return;
  location.search = `?lang=${target.value}`;
});

/** The browser offers once to install the product; the profile shows its offer, and no banner of the browser does. */
addEventListener('beforeinstallprompt', (offer) => {
  offer.preventDefault();
  Object.assign(window, { offer });
});

/**
 * The fonts are applied once they have loaded: while one is loading, browsers look for a fallback for each size and weight
 * of it, and lay the page out again for each that arrives. A font that fails to load holds up no other.
 */
async function showFonts(): Promise<void> {
  const words = `A${document.body.textContent}`;
  const families = ['Newsreader Variable', 'Figtree Variable'];
  await Promise.allSettled(families.map((family) => document.fonts.load(`1em "${family}"`, words)));
  document.documentElement.dataset.fonts = 'yes';
}

/** Input events are handled before the next step. */
const pause = () => new Promise<void>((resume) => setTimeout(resume));

/** Starts loading each of the largest parts in turn: in separate steps they block input for less time than all at once. */
async function begin(): Promise<void> {
  void showFonts();
  const parts: Promise<unknown>[] = [];
  for (const ask of [() => import('react-dom/client'), () => import('./platform/i18n.ts'), () => import('./routes.tsx')]) {
    await pause();
    parts.push(ask());
  }
  await Promise.all(parts);
  await import('./main.tsx');
}

if (document.getElementById('root')?.hasChildNodes()) afterPaint(begin);
else void begin();
