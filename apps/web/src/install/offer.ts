import { useEffect, useState } from 'react';

/** The browser’s offer to install the product, good for one answer. Source: WICG Manifest Incubations, BeforeInstallPromptEvent. */
interface InstallOffer extends Event {
  /** Shows the browser’s own question. */
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** Browsers make the offer once, long before this part of the page is loaded: `start.ts` keeps it here. */
const kept = window as unknown as { offer?: InstallOffer | undefined };

/** The offer that stands, and the function that takes it, which resolves with whether the product is installed. */
export function useInstallOffer(): { readonly isOffered: boolean; readonly take: () => Promise<boolean> } {
  const [offer, setOffer] = useState(kept.offer);
  useEffect(() => {
    const update = () => setOffer(kept.offer);
    // It may have been installed from the menu of the browser.
    const withdraw = () => {
      kept.offer = undefined;
      update();
    };
    window.addEventListener('beforeinstallprompt', update);
    window.addEventListener('appinstalled', withdraw);
    return () => {
      window.removeEventListener('beforeinstallprompt', update);
      window.removeEventListener('appinstalled', withdraw);
    };
  }, []);
  const take = async () => {
    kept.offer = undefined;
    const answer = await offer?.prompt();
    setOffer(kept.offer);
    return answer?.outcome === 'accepted';
  };
  return { isOffered: offer !== undefined, take };
}
