import type { Attributes, Meter } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';

type Labels = Readonly<Record<string, string | number>>;
/** What a gauge stands at, once for each set of labels. */
type Reading = readonly [value: number, labels?: Labels];

export interface MeterText {
  readonly name: string;
  readonly description: string;
}

/** The figures of one process, in the text format of Prometheus. Labels are codes and names of ours: never anything of a person. */
export class Meters {
  readonly #exporter = new PrometheusExporter({ preventServerStart: true });
  readonly #provider = new MeterProvider({ readers: [this.#exporter] });
  readonly #serializer = new PrometheusSerializer('unspoken', false, undefined, true, true);
  readonly #meter: Meter = this.#provider.getMeter('unspoken');
  readonly #fault: (error: unknown) => void;

  constructor(fault: (error: unknown) => void) {
    this.#fault = fault;
  }

  /** What only grows. What it can count is there from the beginning, at 0: what has never been seen cannot be missed. */
  counter({ name, description }: MeterText, known: readonly Labels[] = [{}]): (labels?: Labels) => void {
    const counter = this.#meter.createCounter(name, { description });
    for (const labels of known) counter.add(0, labels as Attributes);
    return (labels = {}) => counter.add(1, labels as Attributes);
  }

  /** How values are spread, up to each of these bounds. Values in seconds; `name` ends in `_seconds`. */
  histogram({ name, description }: MeterText, bounds: readonly number[]): (seconds: number, labels?: Labels) => void {
    const advice = { explicitBucketBoundaries: [...bounds] };
    const histogram = this.#meter.createHistogram(name, { description, advice });
    return (seconds, labels = {}) => histogram.record(seconds, labels as Attributes);
  }

  /** What is read whenever somebody asks. What cannot be read just now is left out. */
  gauge({ name, description }: MeterText, read: () => Promise<readonly Reading[]> | readonly Reading[]): void {
    this.#meter.createObservableGauge(name, { description }).addCallback(async (result) => {
      try {
        for (const [value, labels = {}] of await read()) result.observe(value, labels as Attributes);
      } catch (error) {
        this.#fault(error);
      }
    });
  }

  /** Everything, as Prometheus reads it. */
  async text(): Promise<string> {
    const { resourceMetrics } = await this.#exporter.collect();
    return this.#serializer.serialize(resourceMetrics);
  }

  close(): Promise<void> {
    return this.#provider.shutdown();
  }
}
