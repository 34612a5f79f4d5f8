// The two pipelines of a connection: each does one thing at a time.
import type { PipelineName } from './load-cycles.ts';

export type Pipelines = {
  isRunning(name: PipelineName): boolean;
  /** Starts work in an idle pipeline. */
  run(name: PipelineName, work: () => Promise<void>): void;
  /** Has `onAgain` called when the work under way has ended: there is more to do. */
  runAgain(name: PipelineName): void;
  /** resolves when neither has work under way */
  idle(): Promise<void>;
};

type PipelineEvents = {
  /** Called after work during which there was more to do. */
  onAgain(): void;
  /** Called after work that succeeded. */
  onDone(): Promise<void>;
  /** Called with the error of work that failed; returns whether it is to be done again at once. */
  onError(error: unknown): Promise<boolean>;
};

type Pipeline = { running: Promise<void> | null; again: boolean };

/** Creates the pipelines of a connection, which run side by side. */
export function createPipelines({ onAgain, onDone, onError }: PipelineEvents): Pipelines {
  const pipelines: Record<PipelineName, Pipeline> = {
    push: { running: null, again: false },
    read: { running: null, again: false },
  };
  const end = (pipeline: Pipeline) => {
    pipeline.running = null;
    if (pipeline.again) onAgain();
    pipeline.again = false;
  };
  return {
    isRunning: (name) => pipelines[name].running !== null,
    run(name, work) {
      const pipeline = pipelines[name];
      pipeline.running = work().then(
        () => {
          end(pipeline);
          return onDone();
        },
        async (error) => {
          if (await onError(error)) pipeline.again = true;
          end(pipeline);
        },
      );
    },
    runAgain(name) {
      pipelines[name].again = true;
    },
    async idle() {
      const { push, read } = pipelines;
      while (push.running ?? read.running) await Promise.all([push.running, read.running]);
    },
  };
}
