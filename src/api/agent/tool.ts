// The type of a tool: declared once with its name, texts, schemas, hints and function, on top of the
// operations of REST.
import type { Static, TObject } from 'typebox';
import type { ProposalTarget } from '../../model/proposal.ts';
import type { Call, Executed, Operation, Untyped } from '../operation.ts';

/** The context of a call: everything a tool gets besides its input. */
export type AgentCall = Call & {
  /** signs cursors */
  signingKey: Buffer;
  /** the part after the @ of calendar entries */
  calendarDomain: string;
};

type ToolDeclaration<Input extends TObject, Output extends TObject> = {
  /** snake_case, verb first */
  name: string;
  title: string;
  /** what it does, when to use it, when not: one to three sentences */
  description: string;
  /** flat; agents send it as one object */
  input: Input;
  /** its root is an object, because clients of the 2025 MCP versions accept nothing else */
  output: Output;
  /** the operation whose access rules and problem codes apply */
  operation: Operation;
  /** member of the operation → the argument that fills it, where their names differ */
  argumentOf?: Readonly<Record<string, string>>;
  /** the booking that the answer is about, which is then linked as a resource */
  about?(answer: Static<Output>): number | string | null;
};

/** A tool that only reads. */
export type ReadTool<Input extends TObject = TObject, Output extends TObject = TObject> = ToolDeclaration<
  Input,
  Output
> & {
  kind: 'read';
  run(call: AgentCall, input: Static<Input>): Promise<Static<Output>>;
};

/** A tool that writes, after a confirmation where the installation requires one. */
export type WriteTool<Input extends TObject = TObject, Output extends TObject = TObject> = ToolDeclaration<
  Input,
  Output
> & {
  kind: 'write';
  /** overwrites or ends something */
  destructive: boolean;
  /** repeating it with the same input changes nothing more */
  idempotent: boolean;
  /**
   * Returns the question that a person is asked before the write. It consists of fixed texts and the agent's
   * input and never contains a guest's text. Throws for a write that would be rejected anyway.
   */
  confirm(call: Call, input: Static<Input>): Promise<string>;
  /** Returns what the write would change, with its present values, for a person who approves it later. */
  concerns(call: Call, input: Static<Input>): Promise<ProposalTarget>;
  run(call: Call, input: Static<Input>, idempotencyKey: string | null): Promise<Executed>;
};

export type Tool = ReadTool<Untyped, Untyped> | WriteTool<Untyped, Untyped>;

/** Declares a tool that changes nothing. */
export function readTool<Input extends TObject, Output extends TObject>(
  tool: Omit<ReadTool<Input, Output>, 'kind'>,
): ReadTool<Input, Output> {
  return { kind: 'read', ...tool };
}

/** Declares a tool that writes, after a confirmation where the installation requires one. */
export function writeTool<Input extends TObject, Output extends TObject>(
  tool: Omit<WriteTool<Input, Output>, 'kind'>,
): WriteTool<Input, Output> {
  return { kind: 'write', ...tool };
}
