export interface PlayerProps {
  readonly onEvent: (event: 'play' | 'pause' | 'ended') => void;
}
