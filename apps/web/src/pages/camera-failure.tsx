import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { encounter } from '../encounters/current.ts';
import { useObservable } from '../platform/observable.ts';
import { Button } from '../ui/button.tsx';
import styles from './pages.module.css';

/** /camerafailure: what happened to the camera, and what helps. */
export default function CameraFailure() {
  const { t } = useTranslation('pages');
  const navigate = useNavigate();
  const actor = useObservable(encounter);
  const reason = useSelector(actor, (snapshot) => snapshot?.context.cameraFailure);
  const refused = reason === 'NotAllowedError';
  return (
    <main className={styles.page}>
      <h1>{t(refused ? 'camera.refused.title' : 'camera.general.title')}</h1>
      <p>{t(refused ? 'camera.refused.text' : 'camera.general.text')}</p>
      {refused && (
        <>
          <h2>Chrome</h2>
          <p>{t('camera.refused.chrome')}</p>
          <h2>Firefox</h2>
          <p>{t('camera.refused.firefox')}</p>
        </>
      )}
      <div>
        <Button look="primary" onClick={() => navigate('/')}>
          {t('camera.continue')}
        </Button>
      </div>
    </main>
  );
}
