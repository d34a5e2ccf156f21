import { Component, type ReactNode } from 'react';
import { CrashPanel, CrashReason } from './crash-panel.tsx';

interface CrashBoundaryProps {
  /** The title of the page; a part beside the page has none. */
  title?: string;
  children: ReactNode;
}

/** Keeps the frame when a page fails, or when a file of it is gone after a new deployment. */
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
