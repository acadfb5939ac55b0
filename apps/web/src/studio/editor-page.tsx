import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { useTitle } from '../platform/use-title.ts';
import { useSession } from '../session/use-session.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Editor } from './editor.tsx';
import { StudioGate } from './studio-gate.tsx';
import { type OpenedDraft, openDraft } from './use-draft.ts';

/** /studio/experience/{type}: writes one experience. */
export default function EditorPage() {
  const { type = '' } = useParams();
  return (
    <StudioGate wide>
      <Opening key={type} type={type} />
    </StudioGate>
  );
}

function Opening({ type }: { readonly type: string }) {
  const { t } = useTranslation('studio');
  const { user } = useSession();
  const [opened, setOpened] = useState<OpenedDraft>();
  const [failure, setFailure] = useState<unknown>();
  useTitle(opened?.experience.name ?? t('title'));
  const account = user?.userId ?? '';
  useEffect(() => {
    let current: OpenedDraft | undefined;
    let isClosed = false;
    const open = async () => {
      const draft = await openDraft(account, type);
      if (isClosed) return draft.copies.close();
      current = draft;
      setOpened(draft);
    };
    void open().catch((error: unknown) => !isClosed && setFailure(error));
    return () => {
      isClosed = true;
      current?.copies.close();
    };
  }, [account, type]);
  if (opened) return <Editor type={type} opened={opened} />;
  return (
    <>
      <FormAlert failure={failure} invalid={false} />
      {failure === undefined ? (
        <p role="status">{t('opening')}</p>
      ) : (
        <p>
          <LinkButton to="/studio">{t('back')}</LinkButton>
        </p>
      )}
    </>
  );
}
