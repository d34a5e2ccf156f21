import { number } from '@scangate/console/messages/format.ts';
import { plotMessages, shortDay } from '@scangate/console/messages/plots.ts';
import type { PlotTone } from './line-plot.tsx';
import { PlotAxes } from './plot-axes.tsx';
import { PlotFigure } from './plot-figure.tsx';
import type { PlotSize } from './plot-frame.ts';
import styles from './plot.module.css';
import { stackAreas, type StackedDay } from './stack-areas.ts';

export interface StackLayer {
  id: string;
  name: string;
  tone: PlotTone;
}

interface StackPlotProps {
  title: string;
  unit: string;
  days: readonly StackedDay[];
  /** From the bottom up. */
  layers: readonly StackLayer[];
  height?: number;
}

type StackProps = Pick<StackPlotProps, 'days' | 'layers'> & { size: PlotSize };

const Stack = ({ days, layers, size }: StackProps) => {
  const { frame, areas } = stackAreas(
    days,
    layers.map(({ id }) => id),
    size,
  );
  return (
    <>
      {areas.map(({ id, path, labelY }, index) => (
        <g key={id} className={styles[layers[index]?.tone ?? 'unknown']}>
          <path className={styles['area']} d={path} />
          {labelY !== undefined && (
            <text className={styles['name']} x={frame.right + 8} y={labelY} dominantBaseline="central">
              {layers[index]?.name}
            </text>
          )}
        </g>
      ))}
      <PlotAxes frame={frame} />
    </>
  );
};

/** Layers over days, such as open findings by severity, each named at its end. */
export const StackPlot = ({ title, unit, days, layers, height = 180 }: StackPlotProps) => (
  <PlotFigure
    title={title}
    unit={unit}
    height={height}
    table={{
      columns: [plotMessages.day, ...layers.map(({ name }) => name)],
      rows: days.toReversed().map(({ day, counts }) => ({
        key: day,
        cells: [shortDay(day), ...layers.map(({ id }) => number(counts[id] ?? 0))],
      })),
    }}
  >
    {(size) => <Stack days={days} layers={layers} size={size} />}
  </PlotFigure>
);
