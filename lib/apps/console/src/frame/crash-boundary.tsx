import { Component, type ReactNode } from 'react';
import { CrashPanel } from './crash-panel.tsx';

interface CrashBoundaryProps {
  title: string;
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
    return error === undefined ? this.props.children : <CrashPanel error={error} title={this.props.title} />;
  }
}
