import { startStandIn } from './stand-in.ts';

const appId = '100000000000001';
const appSecret = 'stand-in';

const standIn = await startStandIn({
  port: 3_100,
  appId,
  appSecret,
  people: [
    { id: '1001', name: 'Ada Sample', email: 'ada.sample@example.org' },
    { id: '1002', name: 'Bo Sample' },
    { name: 'Cy Sample' },
  ],
});

process.stdout.write(
  `A stand-in for Facebook is up. Start the product with it:\n\n` +
    `  FACEBOOK_APP_ID=${appId} FACEBOOK_APP_SECRET=${appSecret} \\\n` +
    `  FACEBOOK_DIALOG_URL=${standIn.dialogUrl} FACEBOOK_GRAPH_URL=${standIn.graphUrl} npm start\n\n`,
);
