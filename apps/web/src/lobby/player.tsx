import { film } from '../platform/brand.ts';
import { DrawnFilm } from './drawn-film.tsx';
import { OwnFilm } from './own-film.tsx';
import type { PlayerProps } from './player-props.ts';

/** A minute as a film: the operator's own, or else a drawn one. */
export const Player = ({ onEvent }: PlayerProps) =>
  film ? <OwnFilm film={film} onEvent={onEvent} /> : <DrawnFilm onEvent={onEvent} />;
