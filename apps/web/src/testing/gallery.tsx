import { type ComponentProps, useState } from 'react';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { CloseButton } from '../ui/close-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Mark } from '../ui/mark.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './gallery.module.css';
import { Drawings, Live } from './gallery-drawings.tsx';
import { Buttons, Choices, Fields, Links } from './gallery-forms.tsx';
import { Group, keysOf, Shown } from './gallery-parts.tsx';

const colours = [
  ...['paper', 'paper-raised', 'paper-sunken', 'ink', 'ink-soft', 'line', 'edge', 'accent', 'accent-ink', 'accent-soft'],
  ...['one', 'other', 'portrait-light', 'portrait-dark', 'danger', 'focus'],
  ...['room', 'room-ink', 'room-soft', 'room-veil', 'room-focus'],
];
const sizes = ['text-s', 'text-m', 'text-l', 'text-xl', 'text-xxl'];
const spaces = ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8'];

// As a record, so that a kind that is added has to be shown here.
const kinds: Readonly<Record<NonNullable<ComponentProps<typeof Notice>['kind']>, string>> = {
  calm: 'Nobody else is here just now.',
  problem: 'The connection was lost.',
};
/** /testing/gallery: the whole design system in every state, for developers. In English only. */
export default function Gallery() {
  useTitle('Gallery');
  return (
    <main className={styles.gallery} lang="en">
      <h1>Gallery</h1>
      <Colours />
      <Type />
      <Measures />
      <Buttons />
      <Links />
      <Fields />
      <Choices />
      <CloseButtons />
      <Notices />
      <Dialogs />
      <Drawings />
      <Live />
    </main>
  );
}

function Colours() {
  return (
    <Group title="Colours">
      <div className={styles.small}>
        {colours.map((name) => (
          <Shown key={name} name={`--${name}`}>
            <div className={styles.swatch} style={{ background: `var(--${name})` }} />
          </Shown>
        ))}
      </div>
    </Group>
  );
}

function Type() {
  return (
    <Group title="Type">
      <div className={styles.stack}>
        {['sans', 'serif'].map((family) => (
          <Shown key={family} name={`--${family}`}>
            <p style={{ fontFamily: `var(--${family})`, fontSize: 'var(--text-l)' }}>Two people look at each other.</p>
          </Shown>
        ))}
        {sizes.map((size) => (
          <Shown key={size} name={`--${size}`}>
            <p style={{ fontFamily: 'var(--serif)', fontSize: `var(--${size})`, lineHeight: 1.2 }}>One minute</p>
          </Shown>
        ))}
      </div>
    </Group>
  );
}

function Measures() {
  return (
    <Group title="Measures">
      <div className={styles.row}>
        {spaces.map((space) => (
          <Shown key={space} name={`--${space}`}>
            <div className={styles.space} style={{ width: `var(--${space})` }} />
          </Shown>
        ))}
      </div>
      <Shown name="--measure">
        <div className={styles.space} style={{ width: 'min(100%, var(--measure))' }} />
      </Shown>
      <div className={styles.row}>
        <Shown name="--radius">
          <div className={styles.shape} style={{ borderRadius: 'var(--radius)' }} />
        </Shown>
        <Shown name="--radius-l">
          <div className={styles.shape} style={{ borderRadius: 'var(--radius-l)' }} />
        </Shown>
        <Shown name="--shadow">
          <div className={styles.shape} style={{ borderColor: 'transparent', boxShadow: 'var(--shadow)' }} />
        </Shown>
        <Shown name="--gentle">
          <Button>Point at me</Button>
        </Shown>
        <Shown name="--breath">
          <div className={styles.mark}>
            <Mark size="medium" breathing />
          </div>
        </Shown>
      </div>
    </Group>
  );
}

function CloseButtons() {
  return (
    <Group title="CloseButton">
      <div className={styles.row}>
        <Shown name="close">
          <CloseButton label="Close" onClick={() => {}} />
        </Shown>
      </div>
    </Group>
  );
}

function Notices() {
  return (
    <Group title="Notice">
      <div className={styles.stack}>
        {keysOf(kinds).map((kind) => (
          <Shown key={kind} name={kind}>
            <Notice kind={kind}>{kinds[kind]}</Notice>
          </Shown>
        ))}
        <Shown name="that can be put away">
          <Notice close={{ label: 'Close', onClick: () => {} }}>{kinds.calm}</Notice>
        </Shown>
        {keysOf(kinds).map((kind) => (
          <Shown key={kind} name={`${kind}, with actions`}>
            <Notice
              kind={kind}
              actions={
                <>
                  <Button look="primary">Try again</Button>
                  <Button look="quiet">Close</Button>
                </>
              }
            >
              {kinds[kind]}
            </Notice>
          </Shown>
        ))}
      </div>
    </Group>
  );
}

function Dialogs() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Group title="Dialog">
      <Shown name="opens over the page, and closes by Escape">
        <Button onClick={() => setOpen(true)}>Open the dialog</Button>
      </Shown>
      {open && (
        <Dialog title="A quiet question" closeLabel="Close" onClose={close}>
          <p>Focus begins in the first field, and is given back when the dialog closes.</p>
          <Field label="Name" />
          <div className={styles.row}>
            <Button look="primary" onClick={close}>
              Done
            </Button>
            <Button look="quiet" onClick={close}>
              Not now
            </Button>
          </div>
        </Dialog>
      )}
    </Group>
  );
}
