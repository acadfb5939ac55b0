import Stripe from 'stripe';
import type { ApiAnswer, ApiRequest } from './answer.ts';

type Headers = Readonly<Record<string, string | number | string[] | undefined>>;

/** An answer as Stripe's library reads it. */
export class StandInResponse extends Stripe.HttpClientResponse {
  readonly #body: string;
  constructor({ status, body }: ApiAnswer) {
    super(status, { 'content-type': 'application/json', 'request-id': 'req_standin' });
    this.#body = JSON.stringify(body);
  }

  /** The library notes the id of the request on it. */
  override getRawResponse(): object {
    return {};
  }

  override toStream(): never {
    throw new Error('The stand-in does not stream.');
  }

  override async toJSON(): Promise<unknown> {
    return JSON.parse(this.#body);
  }
}

/** What carries the requests of Stripe's library to a stand-in in this process, as bytes. */
export class StandInHttpClient extends Stripe.HttpClient {
  readonly #send: (request: ApiRequest) => Promise<ApiAnswer>;
  constructor(send: (request: ApiRequest) => Promise<ApiAnswer>) {
    super();
    this.#send = send;
  }

  override getClientName(): string {
    return 'stand-in';
  }

  override async makeRequest(
    _host: string,
    _port: string,
    path: string,
    method: string,
    headers: Headers,
    requestData: string,
  ): Promise<StandInResponse> {
    const { pathname, search } = new URL(path, 'https://api.stripe.com');
    const key = Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
    const form = method === 'GET' || requestData === '' || requestData === undefined ? search.slice(1) : requestData;
    const idempotencyKey = key === undefined ? undefined : String(key);
    return new StandInResponse(await this.#send({ method, path: pathname, form, idempotencyKey }));
  }
}
