import { Suspense } from 'react';
import { later } from '../platform/later.ts';
import { useNear } from '../platform/use-near.ts';
import styles from './gathering-section.module.css';

const VisitorGathering = later(() => import('./visitor-gathering.tsx'));

/** The next gathering, for visitors. It loads when it comes into the window, in the room that it will take. */
export function GatheringSection() {
  const [place, isNear] = useNear<HTMLDivElement>('0px');
  return (
    <div ref={place} className={styles.section}>
      <Suspense>{isNear && <VisitorGathering />}</Suspense>
    </div>
  );
}
