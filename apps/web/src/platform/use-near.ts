import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element has come as near to the window as `margin` says, in CSS; or at once, if `now` holds in the browser. */
export function useNear<E extends HTMLElement>(margin: string, now = () => false): [RefObject<E | null>, boolean] {
  const place = useRef<E>(null);
  const [isNear, setNear] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: watched from the first render on
  useEffect(() => {
    const watch = new IntersectionObserver((seen) => (now() || seen.some((each) => each.isIntersecting)) && setNear(true), {
      rootMargin: margin,
    });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return [place, isNear];
}
