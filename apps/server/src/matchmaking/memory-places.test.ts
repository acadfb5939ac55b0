import { MemoryPlaces } from './memory-places.ts';
import { placesContract } from './places-contract.ts';

placesContract('memory', async () => new MemoryPlaces());
