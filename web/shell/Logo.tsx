// The mark of innwire.

export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 22 22" aria-hidden="true">
      <path d="M3 4v14M3 11h9M12 6v12M12 8.5c1-2 6.500-2.200 6.500 2V18" />
    </svg>
  );
}
