import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** How a mail server is: it takes each mail, refuses it for now, drops the line in place of an answer, or never says a word. */
export type Mood = 'takes' | 'refuses' | 'drops' | 'hangs';

/** A mail that was taken, as it came. */
export interface TakenMail {
  readonly to: string;
  /** By which a second delivery of the same mail is known (RFC 5322, 3.6.4). */
  readonly messageId: string;
  readonly text: string;
}

/** Nobody has to give a password; whoever does has to give this one. */
export const mailPassword = 'right';

/** A mail server of one's own, which can be in a bad mood, or away. */
export interface MailServer {
  readonly url: string;
  readonly taken: readonly TakenMail[];
  /** How many connections there have been. */
  readonly connections: number;
  /** From the next connection on. */
  turn(mood: Mood): void;
  /** Nobody answers at its address until it `comesBack`. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a mail server in changing moods: one for each connection, the last for all that follow. It takes each mail if none is named. */
export async function startMailServer(...moods: Mood[]): Promise<MailServer> {
  const taken: TakenMail[] = [];
  const lines = new Set<Socket>();
  const moodOf = new Map<string, Mood>();
  let connections = 0;
  let port = 0;
  const listening = async () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        done(password === mailPassword ? null : new Error('no'), { user: username ?? '' }),
      closeTimeout: 1,
      onConnect({ id }, done) {
        const mood = moods[Math.min(connections, moods.length - 1)] ?? 'takes';
        connections++;
        moodOf.set(id, mood);
        // Who never greets leaves the other side to its own patience.
        if (mood !== 'hangs') done();
      },
      onClose: ({ id }) => void moodOf.delete(id),
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const mood = moodOf.get(session.id);
          if (mood === 'refuses') return done(Object.assign(new Error('try again later'), { responseCode: 451 }));
          if (mood === 'drops') return dropAll();
          const text = Buffer.concat(chunks).toString('utf8');
          const messageId = /^Message-ID: (\S+)/im.exec(text)?.[1] ?? '';
          for (const { address } of session.envelope.rcptTo) taken.push({ to: address, messageId, text });
          done();
        });
      },
    });
    server.on('error', () => {});
    server.server.on('connection', (line: Socket) => {
      lines.add(line);
      line.on('close', () => lines.delete(line));
    });
    await new Promise<void>((resume) => server.listen(port, '127.0.0.1', resume));
    port = (server.server.address() as AddressInfo).port;
    return server;
  };
  const dropAll = () => {
    for (const line of lines) line.destroy();
  };
  let server = await listening();
  const goAway = async () => {
    const closed = new Promise<void>((resume) => server.close(resume));
    dropAll();
    await closed;
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    get connections() {
      return connections;
    },
    turn: (mood) => void moods.splice(0, moods.length, mood),
    goAway,
    async comeBack() {
      server = await listening();
    },
    stop: goAway,
  };
}
