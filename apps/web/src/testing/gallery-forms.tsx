import { Button, type ButtonProps } from '../ui/button.tsx';
import { Checkbox, Field, Select as FieldSelect, PasswordField, TextArea } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Select } from '../ui/select.tsx';
import { Tabs } from '../ui/tabs.tsx';
import styles from './gallery.module.css';
import { Group, keysOf, Shown } from './gallery-parts.tsx';

// As a record, so that a look that is added has to be shown here.
const looks: Readonly<Record<NonNullable<ButtonProps['look']>, 'paper' | 'dark'>> = {
  primary: 'paper',
  plain: 'paper',
  quiet: 'paper',
  danger: 'paper',
  onDark: 'dark',
  brightOnDark: 'dark',
  quietOnDark: 'dark',
};

export function Buttons() {
  return (
    <Group title="Button">
      {keysOf(looks).map((look) => (
        <div key={look} className={`${styles.row} ${looks[look] === 'dark' ? styles.dark : ''}`}>
          <Shown name={look}>
            <Button look={look}>Connect</Button>
          </Shown>
          <Shown name="disabled">
            <Button look={look} disabled>
              Connect
            </Button>
          </Shown>
          <Shown name="with an icon">
            <Button look={look}>
              <Icon name="play" />
              Connect
            </Button>
          </Shown>
          <Shown name="large">
            <Button look={look} large>
              Connect
            </Button>
          </Shown>
          <Shown name="large, disabled">
            <Button look={look} large disabled>
              Connect
            </Button>
          </Shown>
        </div>
      ))}
    </Group>
  );
}

export function Links() {
  const to = '/testing/gallery';
  return (
    <Group title="LinkButton">
      <div className={styles.row}>
        <Shown name="primary">
          <LinkButton look="primary" to={to}>
            Connect
          </LinkButton>
        </Shown>
        <Shown name="plain">
          <LinkButton to={to}>Join</LinkButton>
        </Shown>
        <Shown name="large">
          <LinkButton look="primary" large to={to}>
            Connect
          </LinkButton>
        </Shown>
      </div>
    </Group>
  );
}

export function Fields() {
  const password = { showLabel: 'Show', hideLabel: 'Hide', label: 'Password' } as const;
  return (
    <>
      <Group title="Field">
        <div className={styles.grid}>
          <Shown name="empty">
            <Field label="Name" />
          </Shown>
          <Shown name="filled">
            <Field label="Name" defaultValue="Ann" />
          </Shown>
          <Shown name="with a hint">
            <Field label="Name" hint="As friends call you." />
          </Shown>
          <Shown name="with an error">
            <Field label="Email" defaultValue="ann@" error="This is not an address." />
          </Shown>
          <Shown name="read only">
            <Field label="Email" defaultValue="ann@example.org" readOnly />
          </Shown>
          <Shown name="disabled">
            <Field label="Email" defaultValue="ann@example.org" disabled />
          </Shown>
        </div>
      </Group>
      <Group title="PasswordField">
        <div className={styles.grid}>
          <Shown name="empty">
            <PasswordField {...password} />
          </Shown>
          <Shown name="filled">
            <PasswordField {...password} defaultValue="a quiet minute" />
          </Shown>
          <Shown name="with a hint">
            <PasswordField {...password} hint="Ten characters or more." />
          </Shown>
          <Shown name="with an error">
            <PasswordField {...password} defaultValue="quiet" error="This is too short." />
          </Shown>
        </div>
      </Group>
      <Group title="TextArea">
        <div className={styles.grid}>
          <Shown name="empty">
            <TextArea label="What happened?" />
          </Shown>
          <Shown name="filled">
            <TextArea label="What happened?" defaultValue="We looked at each other for a whole minute, and nobody said a word." />
          </Shown>
          <Shown name="with an error">
            <TextArea label="What happened?" error="Please say a little more." />
          </Shown>
          <Shown name="disabled">
            <TextArea label="What happened?" defaultValue="Nothing." disabled />
          </Shown>
        </div>
      </Group>
    </>
  );
}

export function Choices() {
  const languages = ['English', 'Deutsch'].map((each) => <option key={each}>{each}</option>);
  return (
    <>
      <Group title="Select">
        <div className={styles.grid}>
          <Shown name="in a form">
            <FieldSelect label="Language">{languages}</FieldSelect>
          </Shown>
          <Shown name="in a form, with an error">
            <FieldSelect label="Language" error="Please choose one.">
              {languages}
            </FieldSelect>
          </Shown>
          <Shown name="in a form, disabled">
            <FieldSelect label="Language" disabled>
              {languages}
            </FieldSelect>
          </Shown>
          <Shown name="beside its label">
            <Select label="Language">{languages}</Select>
          </Shown>
          <Shown name="beside its label, disabled">
            <Select label="Language" disabled>
              {languages}
            </Select>
          </Shown>
        </div>
        <div className={`${styles.row} ${styles.dark}`}>
          <Shown name="in the room">
            <Select label="Language">{languages}</Select>
          </Shown>
        </div>
      </Group>
      <Group title="Tabs">
        <div className={styles.grid}>
          <Shown name="the first chosen">
            <div>
              <Tabs
                label="Five Quiet Minutes"
                tabs={[
                  { name: 'about', title: 'About', content: <p>The minute, only longer.</p> },
                  { name: 'options', title: 'Options', content: <p>Anyone, or my circle.</p> },
                ]}
              />
            </div>
          </Shown>
        </div>
      </Group>
      <Group title="Checkbox">
        <div className={styles.grid}>
          <Shown name="open">
            <Checkbox>I am 18 or over</Checkbox>
          </Shown>
          <Shown name="checked">
            <Checkbox defaultChecked>I am 18 or over</Checkbox>
          </Shown>
          <Shown name="with an error">
            <Checkbox error="This is needed.">I am 18 or over</Checkbox>
          </Shown>
          <Shown name="disabled">
            <Checkbox disabled>I am 18 or over</Checkbox>
          </Shown>
          <Shown name="checked, disabled">
            <Checkbox defaultChecked disabled>
              I am 18 or over
            </Checkbox>
          </Shown>
          <Shown name="of several lines">
            <Checkbox>Do not bring me together again with somebody whom I have met before today</Checkbox>
          </Shown>
        </div>
      </Group>
    </>
  );
}
