// Printed pages: they are made when somebody prints, and stand on paper alone.
import type { ComponentChildren } from 'preact';
import { render } from 'preact';
import './styles/print.css';

/** Prints a page. `title`: the name of the document, as browsers suggest it for a file. */
export function printPage(title: string, page: ComponentChildren): void {
  document.querySelector('.paper')?.remove();
  const paper = document.createElement('div');
  paper.className = 'paper';
  document.body.append(paper);
  render(page, paper);
  const before = document.title;
  document.title = title;
  addEventListener(
    'afterprint',
    () => {
      document.title = before;
      render(null, paper);
      paper.remove();
    },
    { once: true },
  );
  print();
}
