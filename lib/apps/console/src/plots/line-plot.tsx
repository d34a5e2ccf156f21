import { number } from '@scangate/console/messages/format.ts';
import { plotMessages, shortDay } from '@scangate/console/messages/plots.ts';
import { PlotAxes } from './plot-axes.tsx';
import { PlotFigure, type PlotTable } from './plot-figure.tsx';
import { daysOf, plotLines, type PlotSeries, type PlottedLine } from './plot-lines.ts';
import type { PlotSize } from './plot-frame.ts';
import styles from './plot.module.css';

/** The color of a line or layer, by its meaning. */
export type PlotTone =
  | 'accent'
  | 'pass'
  | 'fail'
  | 'error'
  | 'critical'
  | 'high'
  | 'medium'
  | 'low'
  | 'unknown';

export interface NamedSeries extends PlotSeries {
  name: string;
  tone: PlotTone;
}

interface LinePlotProps {
  title: string;
  unit: string;
  series: readonly NamedSeries[];
  height?: number;
}

const nameOf = ({ name, isForecast }: NamedSeries): string =>
  isForecast ? plotMessages.forecast(name) : name;

const tableOf = (series: readonly NamedSeries[]): PlotTable => {
  const byDay = series.map(({ values }) => new Map(values.map(({ day, value }) => [day, value])));
  return {
    columns: [plotMessages.day, ...series.map(nameOf)],
    rows: daysOf(series)
      .toReversed()
      .map((day) => ({
        key: day,
        cells: [
          shortDay(day),
          ...byDay.map((values) => {
            const value = values.get(day);
            return value === undefined ? plotMessages.none : number(value);
          }),
        ],
      })),
  };
};

const Line = ({ line, series }: { line: PlottedLine; series: NamedSeries }) => (
  <g className={styles[series.tone]}>
    <path className={line.isForecast ? styles['forecast'] : styles['line']} d={line.path} />
    {line.dots.map(({ x, y }) => (
      <circle key={x} className={styles['dot']} cx={x} cy={y} r={2.5} />
    ))}
    {line.end && !line.isForecast && (
      <text className={styles['name']} x={line.end.x + 8} y={line.end.labelY} dominantBaseline="central">
        {nameOf(series)}
      </text>
    )}
  </g>
);

const Lines = ({ series, size }: { series: readonly NamedSeries[]; size: PlotSize }) => {
  const { frame, lines } = plotLines(series, size);
  return (
    <>
      <PlotAxes frame={frame} />
      {lines.map((line, index) => {
        const own = series[index];
        return own && <Line key={`${line.id} ${line.isForecast}`} line={line} series={own} />;
      })}
    </>
  );
};

/** Lines over days, each named at its end. A forecast is dashed and goes on from its line. */
export const LinePlot = ({ title, unit, series, height = 180 }: LinePlotProps) => (
  <PlotFigure title={title} unit={unit} height={height} table={tableOf(series)}>
    {(size) => <Lines series={series} size={size} />}
  </PlotFigure>
);
