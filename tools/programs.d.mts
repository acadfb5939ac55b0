export function findChromium(): string | undefined;
export function findFirefox(): string | undefined;
export function findPostgres(): string | undefined;
export function findTurnServer(): string | undefined;
export function findRedis(): string | undefined;
export function findFakeTime(): string | undefined;
export function findCaddy(): string | undefined;
export function findOpenSsl(): string | undefined;
