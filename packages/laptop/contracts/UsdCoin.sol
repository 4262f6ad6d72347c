// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title A dollar token for local networks that behaves like USDC: plain ERC-20, six decimals.
contract UsdCoin {
    string public constant name = "USD Coin (local)";
    string public constant symbol = "USDC";
    uint8 public constant decimals = 6;

    /// @notice The only account that may mint.
    address public immutable owner;
    uint256 public totalSupply;
    mapping(address holder => uint256 amount) public balanceOf;
    mapping(address holder => mapping(address spender => uint256 amount)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error NotOwner();
    error ZeroAddress();
    error BalanceTooLow(uint256 balance, uint256 needed);
    error AllowanceTooLow(uint256 allowed, uint256 needed);

    constructor() {
        owner = msg.sender;
    }

    /// @notice Creates new units for `to`.
    function mint(address to, uint256 value) external {
        if (msg.sender != owner) revert NotOwner();
        if (to == address(0)) revert ZeroAddress();
        totalSupply += value;
        unchecked {
            balanceOf[to] += value; // cannot pass totalSupply, which is checked
        }
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < value) revert AllowanceTooLow(allowed, value);
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        _move(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function _move(address from, address to, uint256 value) private {
        if (to == address(0)) revert ZeroAddress();
        uint256 balance = balanceOf[from];
        if (balance < value) revert BalanceTooLow(balance, value);
        unchecked {
            balanceOf[from] = balance - value;
            balanceOf[to] += value; // the sum of all balances is totalSupply
        }
        emit Transfer(from, to, value);
    }
}
