import { number } from '@scangate/console/messages/format.ts';
import { shortDay } from '@scangate/console/messages/plots.ts';
import type { PlotFrame } from './plot-frame.ts';
import styles from './plot.module.css';

/** The grid with its numbers, from 0, and the days below. */
export const PlotAxes = ({ frame }: { frame: PlotFrame }) => (
  <g aria-hidden="true">
    {frame.yTicks.map(({ at, value }) => (
      <g key={value}>
        <line
          className={value === 0 ? styles['zero'] : styles['grid']}
          x1={frame.left}
          x2={frame.right}
          y1={at}
          y2={at}
        />
        <text
          className={styles['tick']}
          x={frame.left - 8}
          y={at}
          textAnchor="end"
          dominantBaseline="central"
        >
          {number(value)}
        </text>
      </g>
    ))}
    {frame.xTicks.map(({ at, day }) => (
      <text key={day} className={styles['tick']} x={at} y={frame.bottom + 16} textAnchor="middle">
        {shortDay(day)}
      </text>
    ))}
  </g>
);
