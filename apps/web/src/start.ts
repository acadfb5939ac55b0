import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/newsreader/wght.css';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';

/** A tab in the background paints nothing, and some browsers do not tell: they wait so many ms. */
const patience = 2_000;

/**
 * The application comes after the first paint where there is something to paint: a page that was rendered beforehand is
 * read while the rest is on its way.
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

/** A language chosen before the application is at work is asked for by its address. */
addEventListener('change', ({ target }) => {
  if (document.documentElement.dataset.alive || !(target instanceof HTMLSelectElement) || target.name !== 'language') return;
  location.search = `?lang=${target.value}`;
});

/**
 * Our fonts are put to use when they are here: while one is on its way, browsers look for something to stand in for each
 * size and weight of it, and lay the page out anew for each that comes. One that cannot be had holds up no other.
 */
async function showFonts(): Promise<void> {
  const words = `A${document.body.textContent}`;
  const families = ['Newsreader Variable', 'Figtree Variable'];
  await Promise.allSettled(families.map((family) => document.fonts.load(`1em "${family}"`, words)));
  document.documentElement.dataset.fonts = 'yes';
}

/** Whoever presses or scrolls has their turn before the next step. */
const pause = () => new Promise<void>((resume) => setTimeout(resume));

/** Its largest parts each as soon as they are there: one after the other they keep nobody waiting as long as all at once. */
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
