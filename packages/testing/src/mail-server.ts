import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server's behaviour: it accepts mails, refuses them for now, drops the connection, or never answers. */
export type MailBehaviour = 'takes' | 'refuses' | 'drops' | 'hangs';

/** A mail that was accepted, as it arrived. */
export interface TakenMail {
  readonly to: string;
  /** Identifies a second delivery of the same mail (RFC 5322, 3.6.4). */
  readonly messageId: string;
  readonly text: string;
}

/** A client need not authenticate; if it does, this is the only password that is accepted. */
export const mailPassword = 'right';

/** A mail server for a test, which can misbehave or be unreachable. */
export interface MailServer {
  readonly url: string;
  readonly taken: readonly TakenMail[];
  /** How many connections have been opened. */
  readonly connections: number;
  /** Changes the behaviour from the next connection on. */
  behave(mood: MailBehaviour): void;
  /** Stops listening at its address until `comeBack`. */
  stopListening(): Promise<void>;
  listenAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a mail server with one mood for each connection; the last one applies to all later ones. The default accepts mails. */
export async function startMailServer(...moods: MailBehaviour[]): Promise<MailServer> {
  const taken: TakenMail[] = [];
  const sockets = new Set<Socket>();
  const moodOf = new Map<string, MailBehaviour>();
  let connections = 0;
  let port = 0;
  const listen = async () => {
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
        // Without a greeting the client waits until its own time-out.
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
    server.server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resume) => server.listen(port, '127.0.0.1', resume));
    port = (server.server.address() as AddressInfo).port;
    return server;
  };
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  let server = await listen();
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
    behave: (mood) => void moods.splice(0, moods.length, mood),
    stopListening: goAway,
    async listenAgain() {
      server = await listen();
    },
    stop: goAway,
  };
}
