import type { Attributes, Meter } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';

type Labels = Readonly<Record<string, string | number>>;
/** The value of a gauge for one set of labels. */
type Reading = readonly [value: number, labels?: Labels];

export interface MeterText {
  readonly name: string;
  readonly description: string;
}

/** The metrics of one process, in the text format of Prometheus. Labels are our own codes and names, never personal data. */
export class Meters {
  readonly #exporter = new PrometheusExporter({ preventServerStart: true });
  readonly #provider = new MeterProvider({ readers: [this.#exporter] });
  readonly #serializer = new PrometheusSerializer('unspoken', false, undefined, true, true);
  readonly #meter: Meter = this.#provider.getMeter('unspoken');
  readonly #fault: (error: unknown) => void;

  constructor(fault: (error: unknown) => void) {
    this.#fault = fault;
  }

  /** A counter. Its known label sets start at 0: the first increase of a series that did not exist before would not be seen. */
  counter({ name, description }: MeterText, known: readonly Labels[] = [{}]): (labels?: Labels) => void {
    const counter = this.#meter.createCounter(name, { description });
    for (const labels of known) counter.add(0, labels as Attributes);
    return (labels = {}) => counter.add(1, labels as Attributes);
  }

  /** A histogram with these bucket bounds. Values are in seconds; `name` ends in `_seconds`. */
  histogram({ name, description }: MeterText, bounds: readonly number[]): (seconds: number, labels?: Labels) => void {
    const advice = { explicitBucketBoundaries: [...bounds] };
    const histogram = this.#meter.createHistogram(name, { description, advice });
    return (seconds, labels = {}) => histogram.record(seconds, labels as Attributes);
  }

  /** A gauge that is read at each collection; a value that cannot be read is left out. */
  gauge({ name, description }: MeterText, read: () => Promise<readonly Reading[]> | readonly Reading[]): void {
    this.#meter.createObservableGauge(name, { description }).addCallback(async (result) => {
      try {
        for (const [value, labels = {}] of await read()) result.observe(value, labels as Attributes);
      } catch (error) {
        this.#fault(error);
      }
    });
  }

  /** All metrics, in the text format of Prometheus. */
  async text(): Promise<string> {
    const { resourceMetrics } = await this.#exporter.collect();
    return this.#serializer.serialize(resourceMetrics);
  }

  close(): Promise<void> {
    return this.#provider.shutdown();
  }
}
