import { createServer } from 'node:http';
import { Server } from 'socket.io';

/** The baseline: Socket.IO alone, which exchanges the same packets without any logic behind them. Prints `listening`. */
const http = createServer();
const io = new Server(http, { transports: ['websocket'], serveClient: false, pingInterval: 4_000, pingTimeout: 3_000 });
const here = new Set<string>();
let sentCount = -1;
io.on('connection', (socket) => {
  here.add(socket.id);
  socket.on('presence', ({ state }: { state: string }) => {
    if (state === 'present') here.add(socket.id);
    else here.delete(socket.id);
  });
  socket.on('disconnect', () => here.delete(socket.id));
});
setInterval(() => {
  if (here.size === sentCount) return;
  sentCount = here.size;
  io.emit('newPeopleCount', { general: sentCount, myCircle: 0, 'oneminute:anyone': 0, 'oneminute:myCircle': 0 });
}, 1_000);
http.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
