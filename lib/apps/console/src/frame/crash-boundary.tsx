import { Component, type ReactNode } from 'react';
import { CrashPanel, CrashReason } from './crash-panel.tsx';

interface CrashBoundaryProps {
  /** The title of the page; absent for a part that is not a page. */
  title?: string;
  children: ReactNode;
}

/** Keeps the frame when a page fails, or when one of its files is missing after a new deployment. */
export class CrashBoundary extends Component<CrashBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('The page failed.') };
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { title, children } = this.props;
    if (error === undefined) return children;
    return title === undefined ? <CrashReason error={error} /> : <CrashPanel error={error} title={title} />;
  }
}
