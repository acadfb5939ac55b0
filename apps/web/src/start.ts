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

/** Its largest parts each as soon as they are there: one after the other they keep nobody waiting as long as all at once. */
function begin(): void {
  // From now on the fonts are wanted, too: see ui/tokens.css.
  document.documentElement.dataset.painted = 'yes';
  const parts = [import('react-dom/client'), import('./platform/i18n.ts'), import('./routes.tsx')];
  void Promise.all(parts).then(() => import('./main.tsx'));
}

if (document.getElementById('root')?.hasChildNodes()) afterPaint(begin);
else begin();
