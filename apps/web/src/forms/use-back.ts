import { useNavigate } from 'react-router';

/** Goes back to where one came from; a page that was opened directly goes to another instead. */
export function useBack(otherwise: string): () => void {
  const navigate = useNavigate();
  return () => {
    // The router numbers the entries it has made; there is none of ours before the first.
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    if (idx > 0) navigate(-1);
    else navigate(otherwise, { replace: true });
  };
}
