import { useId } from 'react';
import styles from './bar-chart.module.css';

interface Bar {
  readonly label: string;
  /** Each value is part of the one before it. */
  readonly values: readonly number[];
  /** The texts beside the bar, one for each column. */
  readonly shown: readonly string[];
}

interface BarChartProps {
  readonly title: string;
  /** What the shades mean, from the palest. Also the headings of the columns. */
  readonly columns: readonly string[];
  readonly bars: readonly Bar[];
}

const shades = [styles.first, styles.second, styles.third] as const;
/** The last column always has the strongest shade, however many there are. */
const shade = (i: number, of: number) => shades[shades.length - of + i];

const Key = ({ shade: look }: { readonly shade: string | undefined }) => (
  <svg className={styles.key} viewBox="0 0 1 1" aria-hidden="true">
    <rect className={look} width="1" height="1" />
  </svg>
);

/** Bars beside their numbers: a table, so that screen readers can read it. */
export function BarChart({ title, columns, bars }: BarChartProps) {
  const id = useId();
  const longest = Math.max(1, ...bars.flatMap(({ values }) => values));
  return (
    <section className={styles.chart}>
      <h2 id={id}>{title}</h2>
      {columns.length > 1 && (
        <p className={styles.legend} aria-hidden="true">
          {columns.map((column, i) => (
            <span key={column}>
              <Key shade={shade(i, columns.length)} />
              {column}
            </span>
          ))}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard */}
      <section className={styles.frame} aria-labelledby={id} tabIndex={0}>
        <table aria-labelledby={id}>
          <thead>
            <tr>
              <td />
              <td className={styles.bar} />
              {columns.map((column, i) => (
                <th key={column} scope="col">
                  {columns.length > 1 && <Key shade={shade(i, columns.length)} />}
                  <span className={columns.length > 1 ? 'visually-hidden' : undefined}>{column}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, values, shown }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className={styles.bar}>
                  <svg viewBox={`0 0 ${longest} 1`} preserveAspectRatio="none" aria-hidden="true">
                    {values.map((value, i) => (
                      <rect key={columns[i]} className={shade(i, values.length)} width={value} height="1" />
                    ))}
                  </svg>
                </td>
                {shown.map((text, i) => (
                  <td key={columns[i]}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
