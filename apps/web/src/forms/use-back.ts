import { useNavigate } from 'react-router';

/** Goes back to the previous page; a page that was opened directly goes to the given one instead. */
export function useBack(otherwise: string): () => void {
  const navigate = useNavigate();
  return () => {
    // The router numbers its history entries; before the first there is none of this site.
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    if (idx > 0) navigate(-1);
    else navigate(otherwise, { replace: true });
  };
}
