;; Checks JSON byte by byte. A part of the module of walk-json.wat, which describes the memory.

;; $at: position of the opening quote. Returns the position after the closing one, or -1 if the string is not closed, or contains a control
;; character or an unknown escape.
(func $checked_string (param $at i32) (result i32)
  (local $block v128) (local $marks i32) (local $byte i32)
  (local.set $at (i32.add (local.get $at) (i32.const 1)))
  (loop $next
    (local.set $block (v128.load offset=66560 (local.get $at)))
    (local.set $marks
      (i8x16.bitmask
        (v128.or
          (v128.or
            (i8x16.eq (local.get $block) (i8x16.splat (i32.const 0x22)))
            (i8x16.eq (local.get $block) (i8x16.splat (i32.const 0x5c))))
          (i8x16.lt_u (local.get $block) (i8x16.splat (i32.const 0x20))))))
    (if (i32.eqz (local.get $marks))
      (then
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $marks))))
    (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
    (if (i32.eq (local.get $byte) (i32.const 0x22))
      (then (return (i32.add (local.get $at) (i32.const 1)))))
    ;; The zero after the text is a control character, too.
    (if (i32.ne (local.get $byte) (i32.const 0x5c)) (then (return (i32.const -1))))
    (local.set $byte (i32.load8_u offset=66561 (local.get $at)))
    (local.set $at (i32.add (local.get $at) (i32.const 2)))
    (if (i32.eq (local.get $byte) (i32.const 0x75))
      (then
        (if
          (i32.eqz
            (i32.and
              (i32.and
                (call $is_hex (i32.load8_u offset=66560 (local.get $at)))
                (call $is_hex (i32.load8_u offset=66561 (local.get $at))))
              (i32.and
                (call $is_hex (i32.load8_u offset=66562 (local.get $at)))
                (call $is_hex (i32.load8_u offset=66563 (local.get $at))))))
          (then (return (i32.const -1))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $next)))
    ;; n, r, t, b, f
    (br_if $next (i32.eq (local.get $byte) (i32.const 0x6e)))
    (br_if $next (i32.eq (local.get $byte) (i32.const 0x22)))
    (br_if $next (i32.eq (local.get $byte) (i32.const 0x2f)))
    (br_if $next (i32.eq (local.get $byte) (i32.const 0x5c)))
    (br_if $next (i32.eq (local.get $byte) (i32.const 0x72)))
    (br_if $next (i32.eq (local.get $byte) (i32.const 0x74)))
    (br_if $next (i32.eq (local.get $byte) (i32.const 0x62)))
    (br_if $next (i32.eq (local.get $byte) (i32.const 0x66)))
    (return (i32.const -1)))
  (unreachable))
(func $is_hex (param $byte i32) (result i32)
  (i32.or
    (i32.lt_u (i32.sub (local.get $byte) (i32.const 0x30)) (i32.const 10))
    (i32.lt_u (i32.sub (i32.or (local.get $byte) (i32.const 0x20)) (i32.const 0x61)) (i32.const 6))))
;; Position of the first byte at or after $at that is not a digit.
(func $digits (param $at i32) (result i32)
  (loop $next
    (if (i32.lt_u (i32.sub (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x30)) (i32.const 10))
      (then
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (local.get $at))
;; Position after the number at $at, or -1 if there is none.
(func $checked_number (param $at i32) (result i32)
  (local $end i32) (local $byte i32)
  (if (i32.eq (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x2d))
    (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
  (local.set $end (call $digits (local.get $at)))
  (if (i32.eq (local.get $end) (local.get $at)) (then (return (i32.const -1))))
  ;; No leading zeros.
  (if
    (i32.and
      (i32.eq (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x30))
      (i32.ne (local.get $end) (i32.add (local.get $at) (i32.const 1))))
    (then (return (i32.const -1))))
  (local.set $at (local.get $end))
  (if (i32.eq (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x2e))
    (then
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $end (call $digits (local.get $at)))
      (if (i32.eq (local.get $end) (local.get $at)) (then (return (i32.const -1))))
      (local.set $at (local.get $end))))
  (if (i32.eq (i32.or (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x20)) (i32.const 0x65))
    (then
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
      (if (i32.or (i32.eq (local.get $byte) (i32.const 0x2b)) (i32.eq (local.get $byte) (i32.const 0x2d)))
        (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
      (local.set $end (call $digits (local.get $at)))
      (if (i32.eq (local.get $end) (local.get $at)) (then (return (i32.const -1))))
      (local.set $at (local.get $end))))
  (local.get $at))
;; Checks every byte of the value at $at, and notes the positions of its first 8192 objects and arrays. Returns the position after it,
;; or -1 if it is not JSON or nested more than 1000 levels deep.
(func (export "check") (param $at i32) (param $end i32) (result i32)
  ;; The innermost open bracket: 1 for an object, 0 for an array. The outer ones are kept from address 16 on, one byte each.
  (local $in_object i32) (local $depth i32)
  (local $byte i32) (local $wants_name i32) (local $word i32)
  ;; Addresses of notes: the next one, and that of the innermost open bracket. Until a bracket is closed, the end in its note is the address
  ;; of the note around it.
  (local $next i32) (local $open i32) (local $around i32)
  ;; Number of open brackets without a note; these are the innermost.
  (local $unnoted i32)
  (local.set $next (i32.const 1024))
  (i32.store (i32.const 1016) (i32.const 0))
  (i32.store (i32.const 1020) (i32.const 1024))
  (loop $value
    (block $after
      (block $name
        (br_if $name (local.get $wants_name))
        (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
        (if (i32.le_u (local.get $byte) (i32.const 0x20))
          (then
            (local.set $at (call $space (local.get $at) (local.get $end)))
            (local.set $byte (i32.load8_u offset=66560 (local.get $at)))))
        (if (i32.eq (local.get $byte) (i32.const 0x22))
          (then
            (local.set $at (call $checked_string (local.get $at)))
            (br_if $after (i32.gt_s (local.get $at) (i32.const 0)))
            (return (i32.const -1))))
        (if (i32.eq (i32.or (local.get $byte) (i32.const 0x20)) (i32.const 0x7b))
          (then
            (if (i32.ge_u (local.get $depth) (i32.const 1000)) (then (return (i32.const -1))))
            (i32.store8 offset=16 (local.get $depth) (local.get $in_object))
            (local.set $depth (i32.add (local.get $depth) (i32.const 1)))
            (if (i32.lt_u (local.get $next) (i32.const 66560))
              (then
                (i32.store (local.get $next) (local.get $at))
                (i32.store offset=4 (local.get $next) (local.get $open))
                (local.set $open (local.get $next))
                (local.set $next (i32.add (local.get $next) (i32.const 8))))
              (else (local.set $unnoted (i32.add (local.get $unnoted) (i32.const 1)))))
            (local.set $in_object (i32.eq (local.get $byte) (i32.const 0x7b)))
            (local.set $at (call $space (i32.add (local.get $at) (i32.const 1)) (local.get $end)))
            ;; An empty object or array ends immediately: "{" and "}", "[" and "]" are two apart.
            (br_if $after
              (i32.eq
                (i32.load8_u offset=66560 (local.get $at))
                (i32.add (local.get $byte) (i32.const 2))))
            (br_if $name (local.get $in_object))
            (br $value)))
        (local.set $word (i32.load offset=66560 (local.get $at)))
        (if
          (i32.or
            (i32.eq (local.get $word) (i32.const 0x6c6c756e))
            (i32.eq (local.get $word) (i32.const 0x65757274)))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 4)))
            (br $after)))
        (if (i32.eq (local.get $word) (i32.const 0x736c6166))
          (then
            (if (i32.ne (i32.load8_u offset=66564 (local.get $at)) (i32.const 0x65)) (then (return (i32.const -1))))
            (local.set $at (i32.add (local.get $at) (i32.const 5)))
            (br $after)))
        (local.set $at (call $checked_number (local.get $at)))
        (br_if $after (i32.gt_s (local.get $at) (i32.const 0)))
        (return (i32.const -1)))
      ;; The name of a member, and the colon after it.
      (local.set $wants_name (i32.const 0))
      (if (i32.ne (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x22))
        (then
          (local.set $at (call $space (local.get $at) (local.get $end)))
          (if (i32.ne (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x22)) (then (return (i32.const -1))))))
      (local.set $at (call $checked_string (local.get $at)))
      (if (i32.lt_s (local.get $at) (i32.const 0)) (then (return (i32.const -1))))
      (if (i32.ne (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x3a))
        (then
          (local.set $at (call $space (local.get $at) (local.get $end)))
          (if (i32.ne (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x3a)) (then (return (i32.const -1))))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $value))
    ;; After a value.
    (loop $close
      (if (i32.eqz (local.get $depth))
        (then
          (i32.store
            (i32.const 1016)
            (i32.shr_u (i32.sub (local.get $next) (i32.const 1024)) (i32.const 3)))
          (return (local.get $at))))
      (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
      (if (i32.le_u (local.get $byte) (i32.const 0x20))
        (then
          (local.set $at (call $space (local.get $at) (local.get $end)))
          (local.set $byte (i32.load8_u offset=66560 (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (if (i32.eq (local.get $byte) (i32.const 0x2c))
        (then
          (local.set $wants_name (local.get $in_object))
          (br $value)))
      (if
        (i32.ne
          (local.get $byte)
          (select (i32.const 0x7d) (i32.const 0x5d) (local.get $in_object)))
        (then (return (i32.const -1))))
      (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
      (local.set $in_object (i32.load8_u offset=16 (local.get $depth)))
      (if (local.get $unnoted)
        (then (local.set $unnoted (i32.sub (local.get $unnoted) (i32.const 1))))
        (else
          (local.set $around (i32.load offset=4 (local.get $open)))
          (i32.store offset=4 (local.get $open) (local.get $at))
          (local.set $open (local.get $around))))
      (br $close)))
  (unreachable))
