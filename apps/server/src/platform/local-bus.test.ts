import { busContract } from './bus-contract.ts';
import { LocalBus } from './local-bus.ts';

busContract('one process', async () => ({ own: new LocalBus(), others: [] }));
