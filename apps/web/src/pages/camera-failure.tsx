import type { CameraFailureReason } from '@unspoken/contract/encounters';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { forgetCameraFailure, lastCameraFailure } from '../encounters/camera-failure.ts';
import { type BrowserKind, ownBrowser } from '../platform/browser.ts';
import { Button } from '../ui/button.tsx';
import styles from './pages.module.css';

/** What is known of the microphone has no choice of devices, so that it cannot be unfit. */
const microphoneCause = (cause: Cause) => (cause === 'unfit' ? 'general' : cause);

type Cause = 'refused' | 'none' | 'inUse' | 'unfit' | 'insecure' | 'general';

const causes: Partial<Record<CameraFailureReason, Cause>> = {
  NotAllowedError: 'refused',
  NotFoundError: 'none',
  NotReadableError: 'inUse',
  AbortError: 'inUse',
  OverconstrainedError: 'unfit',
  SecurityError: 'insecure',
  TypeError: 'insecure',
};

const named = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safariMac: 'Safari (Mac)',
  safariPhone: 'Safari (iPhone, iPad)',
} as const;
type Named = keyof typeof named;
const isNamed = (kind: BrowserKind): kind is Named => Object.hasOwn(named, kind);

/** /camerafailure: the cause of the camera failure, and what helps in this browser. */
export default function CameraFailure() {
  const { t } = useTranslation('camera');
  const { t: scriptText } = useTranslation('scripts');
  const { t: spaceText } = useTranslation('groupspace');
  const [search] = useSearchParams();
  const isMicrophone = search.get('device') === 'microphone';
  const navigate = useNavigate();
  const [failure] = useState(lastCameraFailure);
  const cause = (failure && causes[failure.reason]) ?? 'general';
  const goOn = () => {
    forgetCameraFailure();
    navigate(failure?.space ?? (failure?.invitation === undefined ? '/' : `/xp-i/${failure.invitation}`));
  };
  return (
    <main className={styles.page} data-of-encounter="">
      <h1>{isMicrophone ? scriptText(`failure.${microphoneCause(cause)}.title`) : t(`${cause}.title`)}</h1>
      <p>{isMicrophone ? scriptText(`failure.${microphoneCause(cause)}.text`) : t(`${cause}.text`)}</p>
      {cause === 'refused' && <Instructions isMicrophone={isMicrophone} />}
      <p>
        <Link to="/testing/testrtc">{t('test')}</Link>
      </p>
      <div>
        <Button look="primary" onClick={goOn}>
          {failure?.space ? spaceText('back') : t(failure?.invitation === undefined ? 'continue' : 'toInvitation')}
        </Button>
      </div>
    </main>
  );
}

/** How to allow the device again: in this browser, and in the two most common ones for a user who uses another. */
function Instructions({ isMicrophone }: { readonly isMicrophone: boolean }) {
  const { t } = useTranslation('camera');
  const { t: scriptText } = useTranslation('scripts');
  const how = (kind: Named | 'inApp') => (isMicrophone ? scriptText(`failure.allow.${kind}`) : t(`allow.${kind}`));
  const own = ownBrowser();
  if (own === 'inApp') return <p>{how('inApp')}</p>;
  const shown = [...new Set<Named>([...(isNamed(own) ? [own] : []), 'chrome', 'firefox'])];
  return shown.map((kind) => (
    <section key={kind}>
      <h2>{named[kind]}</h2>
      <p>{how(kind)}</p>
    </section>
  ));
}
