import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

/**
 * The floor of a storm: a bare `ws` server that speaks just enough of Engine.IO and Socket.IO for the same clients, and answers their
 * calls with constants, or with the bytes of the file in `ANSWERS`. It identifies nobody, stores nothing and pairs nobody. Prints
 * `listening`.
 */
const account = JSON.stringify({ token: 'x'.repeat(43), user: { name: 'x'.repeat(900) } });
type Answer = { readonly headers: Readonly<Record<string, string>>; readonly body: string };
const given = process.env.ANSWERS;
const answers = new Map(
  (given === undefined ? [] : (JSON.parse(readFileSync(given, 'utf8')) as [string, Answer][])).map(([path, answer]) => [
    path,
    { headers: answer.headers, body: Buffer.from(answer.body, 'base64') },
  ]),
);
const http = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (answer) {
    response.writeHead(200, answer.headers);
    response.end(answer.body);
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.end(request.url?.includes('realtime/auth') ? `{"token":"${'x'.repeat(150)}","expiresAt":0}` : account);
});
const server = new WebSocketServer({ server: http, perMessageDeflate: false });
let sockets = 0;
const snapshot = `42["snapshot",{"userState":"present"}]`;
server.on('connection', (socket) => {
  const id = String(++sockets);
  socket.send(`0{"sid":"${id}","upgrades":[],"pingInterval":4000,"pingTimeout":3000,"maxPayload":16384}`);
  const ping = setInterval(() => socket.send('2'), 4_000);
  socket.on('close', () => clearInterval(ping));
  socket.on('error', () => {});
  socket.on('message', (data) => {
    const text = String(data);
    if (text.startsWith('40')) {
      socket.send(`40{"sid":"${id}"}`);
      socket.send(snapshot);
      return;
    }
    const acknowledged = /^42(\d+)\[/.exec(text)?.[1];
    if (acknowledged !== undefined) socket.send(`43${acknowledged}[{"now":${Date.now()}}]`);
  });
});
http.listen({ port: Number(process.env.PORT), host: '127.0.0.1', backlog: 4_096 }, () => process.stdout.write('listening\n'));
process.on('SIGTERM', () => process.exit(0));
