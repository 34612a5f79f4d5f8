// Starts the simulator for a test, at the date of the sample messages; it is closed after the test.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../simulator/simulator.ts';
import { type Node, readXml } from '../../simulator/xml.ts';

export const DAY = '2027-03-01';
export const NOON = Date.parse(`${DAY}T12:00:00Z`);

export async function simulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const started = await startSimulator({ now: () => NOON, seed: 7, ...options });
  onTestFinished(() => started.close());
  return started;
}

export function sample(path: string, replacing: Record<string, string> = {}): string {
  const text = readFileSync(join(import.meta.dirname, 'samples', path), 'utf8');
  return Object.entries(replacing).reduce((one, [from, to]) => one.replaceAll(from, to), text);
}

export type SimulatorResponse = { status: number; text: string; headers: Headers; json: any };

export async function ask(
  url: string,
  {
    method = 'POST',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<SimulatorResponse> {
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, text, headers: response.headers, json };
}

/** Returns the first element with this name in an XML response, at any depth. */
export function find(text: string, name: string): Node | undefined {
  const search = (node: Node): Node | undefined =>
    node.name === name ? node : node.children.map(search).find((found) => found !== undefined);
  return search(readXml(text));
}

export function findAll(text: string, name: string): Node[] {
  const search = (node: Node): Node[] => [
    ...(node.name === name ? [node] : []),
    ...node.children.flatMap(search),
  ];
  return search(readXml(text));
}
