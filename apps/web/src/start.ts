import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/newsreader/wght.css';
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

const begin = () => void import('./main.tsx');
if (document.getElementById('root')?.hasChildNodes()) afterPaint(begin);
else begin();
